"""Traditional characters, each with the simplified one that takes its place in a shadow.

People in Taiwan and Hong Kong say the same in other characters (``密碼``, ``簡訊驗證碼``), so labels, patterns
and lists are written in simplified ones alone. Only characters that stand for one simplified character are here, and
only those that such words are made of; it is no converter.
"""

from __future__ import annotations

from typing import Final

_ROW: Final = (
    "碼码號号賬账帳帐鑰钥鎖锁門门開开關关電电腦脑機机網网絡络無无線线連连驗验證证認认識识訊讯簡简複复復复動动態态設设"
    "為为這这個个們们嗎吗說说話话請请問问給给發发傳传寫写輸输貼贴報报應应該该還还現现時时間间舊旧換换變变後后從从當当"
    "會会來来過过對对錯错記记憶忆備备級级統统預预數数據据庫库務务遠远雲云盤盘鏈链結结戶户銀银錢钱帶带條条單单訂订貨货"
    "車车櫃柜險险鈴铃儲储倉仓壓压縮缩檔档檢检測测試试陸陆錄录衛卫視视頻频監监聽听讀读實实體体隱隐語语詞词種种組组節节"
    "點点幾几兩两雙双萬万億亿誰谁誤误確确準准讓让與与裡里裏里邊边樓楼層层廳厅廠厂辦办員员學学醫医護护處处經经費费購购"
    "買买賣卖價价額额餘余積积類类臺台灣湾國国區区縣县鄉乡園园圖图書书畫画館馆場场幣币紅红綠绿藍蓝黃黄齊齐歲岁歷历總总"
    "臨临隨随隊队須须顯显頁页題题飯饭馬马麼么啟启啓启掃扫擇择擊击擴扩攝摄攜携斷断東东氣气沒没決决溫温滿满燈灯營营狀状"
    "獎奖獨独環环畢毕異异盡尽禮礼稱称穩稳筆笔籤签簽签納纳紙纸終终絕绝綁绑維维綜综編编緊紧續续繳缴聯联聲声職职臉脸舉举"
    "艙舱華华葉叶藥药蘋苹術术補补裝装製制規规覺觉觀观觸触計计許许訴诉診诊註注評评詢询詳详調调談谈論论課课謝谢責责貸贷"
    "貿贸資资賽赛贈赠蹤踪軟软載载輛辆輪轮轉转週周進进遊游運运達达違违適适選选遺遗郵邮鈕钮銷销鍵键鎮镇鐘钟鐵铁長长閉闭"
    "閘闸閱阅難难雖虽離离頂顶項项順顺領领頭头願愿飛飞養养駕驾騙骗騎骑驛驿妳你於于佔占劃划創创勞劳協协參参圍围團团執执"
    "壞坏夠够寶宝專专將将屆届島岛師师幫帮廣广彈弹強强徵征慮虑戰战擋挡擁拥敗败晝昼暫暂權权構构標标樣样歡欢殘残淺浅潔洁"
    "爾尔牆墙產产畫画癥症盜盗碟碟礎础祕秘稅税節节篩筛糾纠級级羅罗聖圣膠胶臟脏蓋盖蟲虫襯衬訪访譯译讚赞豐丰賓宾賴赖趕赶"
    "轎轿遲迟鄰邻釋释鋪铺錶表閃闪陽阳陰阴隻只雜杂霧雾韓韩響响顆颗顧顾風风餐餐驚惊鬧闹鹽盐麗丽麥麦龍龙"
)
PAIRS: Final = {old: new for old, new in zip(_ROW[::2], _ROW[1::2], strict=True) if old != new}
TABLE: Final = str.maketrans(PAIRS)


def simplified(text: str) -> str:
    """Return ``text`` in simplified characters, one for one."""
    return text if text.isascii() else text.translate(TABLE)
